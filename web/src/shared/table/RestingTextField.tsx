import { useEffect, useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';

const REST_MS = 300;

export interface RestingTextFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: string;
  /** Called once typing has rested. */
  readonly onRest: (value: string) => void;
}

/**
 * A field whose text is applied after a pause in typing, so that not each letter of a search is a
 * request.
 */
export function RestingTextField({ value, onRest, ...rest }: RestingTextFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    // From outside, as by a link; an answer to what was typed leaves the text as it is.
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => onRest(text), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onRest]);
  return <TextField {...rest} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}
