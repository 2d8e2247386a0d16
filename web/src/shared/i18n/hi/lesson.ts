import type { CatalogueArea } from '../catalogue.ts';

export const lesson: CatalogueArea<'lesson'> = {
  chapters: 'अध्याय',
  captions: 'कैप्शन',
  captionsOff: 'कैप्शन बंद',
  captionSize: 'कैप्शन का आकार',
  captionBackground: 'कैप्शन की पृष्ठभूमि',
  size_small: 'छोटा',
  size_normal: 'सामान्य',
  size_large: 'बड़ा',
  size_huge: 'बहुत बड़ा',
  background_none: 'बिना पृष्ठभूमि',
  background_half: 'गहरी पृष्ठभूमि',
  background_solid: 'काली पृष्ठभूमि',
  dataUse: '{{used}} एमबी · {{hour}} एमबी/घंटा',
  dataTitle: 'इस पाठ में अब तक खर्च हुआ डेटा, और इस गुणवत्ता पर एक घंटे का',
};
