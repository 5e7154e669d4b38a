export declare const HOOKS: readonly string[];
export declare const DIRECTORY: string;
export declare function endHungFiles(directory: string, onHung: (text: string) => void, limit?: number): () => void;
