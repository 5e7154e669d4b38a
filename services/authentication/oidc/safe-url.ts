/** An address as messages tell of it. Its query, and whoever is named before its host, may be a secret. */
export const withoutSecrets = ({ origin, pathname }: URL): string => origin + pathname;
