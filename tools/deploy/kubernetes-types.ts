import path from 'node:path';
import ts from 'typescript';
import { root } from '../setup/root.mjs';

/** Where `kubernetes-types` declares each kind, by its API version. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'policy/v1': 'policy/v1',
};

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Checks objects by the published types of the Kubernetes API, which are made from its description:
 * unknown fields, missing ones and wrong shapes.
 * @returns one sentence each; none when all is well
 */
export function findTypeProblems(objects: readonly KubernetesObject[]): string[] {
  const file = path.join(root, 'tools', 'deploy', 'objects.virtual.ts');
  const unknown = objects.filter(({ apiVersion }) => modules[apiVersion] === undefined);
  const lines = objects
    .filter((one) => !unknown.includes(one))
    .map(
      (one, at) =>
        `export const o${at}: import('kubernetes-types/${modules[one.apiVersion]}').${one.kind} = ${JSON.stringify(one)};`,
    );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    noLib: false,
    lib: ['lib.es5.d.ts'],
    types: [],
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ESNext)
      : read(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  return [
    ...unknown.map(({ apiVersion, kind }) => `${apiVersion} ${kind} has no types here`),
    ...program.getSemanticDiagnostics(source).map(({ messageText, start = 0 }) => {
      const at = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      const kind = /v\d'\)\.(\w+)/.exec(lines[at] ?? '')?.[1] ?? '';
      return `${kind}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    }),
  ];
}
