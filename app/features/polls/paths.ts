import { keptQuery } from '~/ui/kept-query';

/**
 * The URLs of the polls' screens, by the parameters of their routes. Dialogs keep the page of the
 * list, and in the administration the answers that are shown.
 */
type Params = Readonly<Partial<Record<string, string>>>;

/** The list. @param search the query of the present URL, or the one to show */
export const pollsPath = ({ event }: Params, search = '') =>
  `/app/events/${event}/polls${listSearch(search)}`;
export const newPollPath = (params: Params, search: string) =>
  `${pollsPath(params)}/new${listSearch(search)}`;
export const pollPath = (params: Params, search: string) =>
  `${pollsPath(params)}/${params.poll}${listSearch(search)}`;
export const deletionPath = (params: Params, search: string) =>
  `${pollsPath(params)}/${params.poll}/delete${listSearch(search)}`;

/** The administration. @param search the query of the present URL, or the one to show */
export const administrationPath = (params: Params, search = '') =>
  `${pollsPath(params)}/${params.poll}/edit${keptQuery(search, ['option', 'after'])}`;

/** The administration with the answers to an option in view, from those after a number on. */
export const optionPath = (params: Params, after = 0) =>
  administrationPath(params, `?option=${params.option}${after > 0 ? `&after=${after}` : ''}`);

export const statePath = (params: Params, state: 'open' | 'close') =>
  `${administrationPath(params)}/state/${state}`;

/** The dialog that removes an answer. @param after of the page of answers below it */
export const answerPath = (params: Params, after: number) =>
  `${administrationPath(params)}/answers/${params.option}/${params.answer}/delete` +
  optionPath(params, after).slice(administrationPath(params).length);

/** The list behind the dialog of this request: where its form leads. */
export const pollsBehind = ({ request, params }: { request: Request; params: Params }) =>
  pollsPath(params, new URL(request.url).search);

const listSearch = (search: string) => keptQuery(search, ['cursor']);
