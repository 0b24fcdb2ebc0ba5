/** Where the screens of polls are, by the parameters of their routes. */

type Params = Readonly<Partial<Record<string, string>>>;

export const pollsPath = ({ event }: Params) => `/app/events/${event}/polls`;
export const pollPath = (params: Params) => `${pollsPath(params)}/${params.poll}`;
export const editPath = (params: Params) => `${pollPath(params)}/edit`;

/** The administration with the answers of this option in view. */
export const optionPath = (params: Params) => `${editPath(params)}?option=${params.option}`;
