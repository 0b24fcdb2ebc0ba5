import { dispatcher } from '~/doors/api.server';
import { api } from './api';

/** The one resource route behind every call of api.ts. */
export const loader = dispatcher(api);
export const action = dispatcher(api);
