import { useRef } from 'preact/hooks';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Characters above which a text has no colours: each key that is typed draws all of it again. */
const MAX_COLOURED = 100_000;

/** A text area over the same text in colours. Tab moves the focus, so that the keyboard is not caught. */
export function Editor({ label, text, onText }: EditorProps) {
  const colours = useRef<HTMLPreElement>(null);
  const isColoured = text.length <= MAX_COLOURED;
  return (
    <div class={isColoured ? 'editor coloured code' : 'editor code'}>
      {isColoured && (
        <pre aria-hidden="true" ref={colours}>
          {text.split('\n').map((line, index) => (
            <Coloured line={line} key={index} />
          ))}
        </pre>
      )}
      <textarea
        aria-label={label}
        value={text}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        onInput={(event) => onText(event.currentTarget.value)}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
          if (colours.current !== null) Object.assign(colours.current, { scrollTop, scrollLeft });
        }}
      />
    </div>
  );
}

const LINE =
  /^(?<before>\s*(?:- )*)(?<key>(?:"(?:[^"\\]|\\.)*"|[^\s#"'][^:#]*?)(?=:(?:\s|$)))?(?<mark>:)?(?<value>.*)$/;

function Coloured({ line }: { readonly line: string }) {
  const {
    before = '',
    key = '',
    mark = '',
    value = '',
  } = (line.length < 1_000 ? LINE.exec(line)?.groups : undefined) ?? {
    value: line,
  };
  return (
    <>
      <span class="token-mark">{before}</span>
      <span class="token-key">{key}</span>
      <span class="token-mark">{mark}</span>
      <span class={kindOf(value.trim())}>{value}</span>
      {'\n'}
    </>
  );
}

function kindOf(value: string): string {
  if (value.startsWith('#')) return 'token-mark';
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return 'token-number';
  return /^(?:true|false|null|~)$/.test(value) ? 'token-word' : 'token-text';
}
