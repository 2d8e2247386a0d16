/** Comforts of a lesson: they come after its first picture. */
export const lesson = {
  chapters: 'Chapters',
  captions: 'Captions',
  captionsOff: 'Captions off',
  captionSize: 'Size of captions',
  captionBackground: 'Background of captions',
  size_small: 'Small',
  size_normal: 'Normal',
  size_large: 'Large',
  size_huge: 'Very large',
  background_none: 'No background',
  background_half: 'Dark background',
  background_solid: 'Black background',
  dataUse: '{{used}} MB · {{hour}} MB/hour',
  dataTitle: 'Data used by this lesson so far, and in an hour at this quality',
} as const;
