export { type CaptionsRepository, createCaptionsRepository } from './captions.repository.ts';
export { bindCaptionsRoutes } from './captions.routes.ts';
export { createCaptions } from './captions.usecases.ts';
export { readCaptionsFile } from './webvtt.rules.ts';
