import { SaxesParser } from 'saxes';

/** An element with its local name, its direct text, and its children in order. */
export interface XmlElement {
  readonly name: string;
  readonly uri: string;
  /** By their local names. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Nothing that services of any kind send here lies deeper, or has more elements. */
const maxDepth = 20;
const maxElements = 2000;

/**
 * Reads the root of a document; null when it is not well-formed, has a document type, or is beyond
 * all bounds.
 */
export function readXml(text: string): XmlElement | null {
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (error: Error): never => {
    throw error;
  };
  parser.on('error', refuse);
  // Entities could name files, or unfold without end.
  parser.on('doctype', () => refuse(new Error('document types are refused')));
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    if (count > maxElements || open.length >= maxDepth) refuse(new Error('too many elements'));
    const values = Object.values(attributes).map((one) => [one.local, one.value]);
    const element: XmlElement = {
      name: local,
      uri,
      children: [],
      text: '',
      attributes: Object.fromEntries(values),
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (part) => {
    const current = open.at(-1);
    if (current) current.text += part;
  });
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
    return root;
  } catch {
    return null;
  }
}

/** Lists the element and all below it, in the order of the document. */
export function listElements(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(listElements)];
}
