import { type Api, call } from '~/kernel/api.server';

/** Every call's method and path below /api, and the operation behind it (section 7 of the specification). */
export const api: Api = {};
