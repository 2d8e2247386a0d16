import type { LayerFault } from '../watermark/layer-fault.ts';
import { frozen } from './natives.ts';
import type { Signal } from './signal.ts';

/** Reports a violation where the marks themselves were changed. */
export function signalTampering({ what, details }: LayerFault): Signal {
  return {
    type: 'watermark_tampered',
    // Extensions that zoom or restyle pages look the same.
    confidence: what === 'picture-moved' || what === 'restyled' ? 'low' : 'high',
    message: `The watermark was tampered with: ${what}`,
    details: { what, where: details },
  };
}

/** Reports a cover as a weak signal, because extensions put things over videos too. */
export function signalCovered(name: string): Signal {
  return {
    type: 'extension_interference',
    confidence: 'low',
    message: 'Something lies over the watermark',
    details: { what: 'covered', where: name },
  };
}

/**
 * As the browser reports; whether it lies below something, or is painted through a filter, is
 * unknown.
 */
export const unseen: Signal = frozen({
  type: 'extension_interference',
  confidence: 'low',
  message: 'The watermark is not painted as it lies',
  details: { what: 'unseen' },
});

/** Reports a filter as a weak signal, because dark modes and other extensions change whole pages. */
export function signalAffected(name: string): Signal {
  return {
    type: 'extension_interference',
    confidence: 'low',
    message: 'The picture and its watermark are painted otherwise',
    details: { what: 'effect', where: name },
  };
}
