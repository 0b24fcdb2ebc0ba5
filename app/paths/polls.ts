import { keptQuery } from '~/ui/kept-query';

/**
 * The URLs of the polls' screens, by the parameters of their routes. Dialogs keep the page of the
 * list, and in the administration the answers that are shown.
 */
type Params = Readonly<Partial<Record<string, string>>>;

/** Routes decode their parameters, which may be anything. */
const segment = (param = '') => encodeURIComponent(param);

/** The list. @param search the query of the present URL, or the one to show */
export const pollsPath = ({ event }: Params, search = '') =>
  `/app/events/${segment(event)}/polls${listSearch(search)}`;
const dialogPath = (params: Params, dialog = '') =>
  `${pollsPath(params)}/${segment(params.poll)}${dialog}`;

export const newPollPath = (params: Params, search: string) =>
  `${pollsPath(params)}/new${listSearch(search)}`;
export const pollPath = (params: Params, search: string) => dialogPath(params) + listSearch(search);
/** Takes the user's own answer back. */
export const undoPath = (event: string, poll: string) => dialogPath({ event, poll }, '/undo');
export const deletionPath = (params: Params, search: string) =>
  dialogPath(params, '/delete') + listSearch(search);

/** The administration. @param search the query of the present URL, or the one to show */
export const administrationPath = (params: Params, search = '') =>
  dialogPath(params, '/edit') + answersSearch(search);

/** The administration with the answers to an option in view, from those after a number on. */
export const optionPath = (params: Params, after = 0) =>
  administrationPath(
    params,
    `?option=${segment(params.option)}${after > 0 ? `&after=${after}` : ''}`,
  );

/** The dialog that changes the poll itself. */
export const changePath = (params: Params, search: string) =>
  dialogPath(params, '/edit/change') + answersSearch(search);

export const statePath = (params: Params, state: 'open' | 'close') =>
  `${administrationPath(params)}/state/${state}`;

const ofAnswer = (params: Params) =>
  `${administrationPath(params)}/answers/${segment(params.option)}/${segment(params.answer)}`;

/** Removes an answer. @param after of the page of answers that it leads back to */
export const removalPath = (params: Params, after: number) =>
  `${ofAnswer(params)}/delete${optionPath(params, after).slice(administrationPath(params).length)}`;

/** Undoes that. */
export const restorationPath = (params: Params) => `${ofAnswer(params)}/restore`;

/** The list behind the dialog of this request: where its form leads. */
export const pollsBehind = ({ request, params }: { request: Request; params: Params }) =>
  pollsPath(params, new URL(request.url).search);

const answersSearch = (search: string) => keptQuery(search, ['option', 'after']);
const listSearch = (search: string) => keptQuery(search, ['cursor']);
