import { useState } from 'react';

interface TypedValue {
  readonly text: string;
  /** What was typed and left means nothing. */
  readonly isInvalid: boolean;
  readonly type: (text: string) => void;
  /** Takes what was typed, when it is left. */
  readonly settle: () => void;
  readonly forget: () => void;
}

/** A value that is typed as text: read when the field is left, and written out again. */
export function useTypedValue(
  value: string,
  {
    format,
    parse,
    onChange,
  }: {
    readonly format: (value: string) => string;
    readonly parse: (text: string) => string | null;
    readonly onChange: (value: string) => void;
  },
): TypedValue {
  const [typed, setTyped] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);

  function forget() {
    setTyped(null);
    setInvalid(false);
  }

  return {
    text: typed ?? (value === '' ? '' : format(value)),
    isInvalid,
    type(text) {
      setTyped(text);
      setInvalid(false);
    },
    settle() {
      if (typed === null) return;
      const found = typed.trim() === '' ? '' : parse(typed);
      if (found === null) return setInvalid(true);
      forget();
      if (found !== value) onChange(found);
    },
    forget,
  };
}
