export {
  createRemovePictures,
  picturesLiveSeconds,
  removePicturesKind,
} from './tasks/remove-pictures.task.ts';
