/** Of files of a copy that are text; no segment has such a name. */
const folder = 'texts/';
/** What the server says of the video: chapters, and which captions there are. */
export const detailName = `${folder}video.json`;
export const nameCaptions = (language: string) => `${folder}${language}.vtt`;
export const isTextName = (name: string) => name.startsWith(folder);
export const isCaptionsName = (name: string) => isTextName(name) && name.endsWith('.vtt');
