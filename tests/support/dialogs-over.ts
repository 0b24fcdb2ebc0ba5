const OVER_PAGE =
  /^(GET|POST) \/app\/events\/:event\/(edit|delete|cancellation|registration|decline|participants|waiting-list)(\/withdrawal|\/print)?$/;
const OVER_ANSWERS =
  /^(GET|POST) \/app\/events\/:event\/(registration|decline|waiting-list\/:member\/\w+)$/;

/** 'GET, POST /app/…' is a screen and its form. */
function eachMethod<Row>([key, row]: [string, Row]): [string, Row][] {
  const [methods = '', path] = key.split(/ (?=\/)/);
  return methods.split(', ').map((method) => [`${method} ${path}`, row]);
}

/**
 * A table of screens, including the dialogs over an event's page and its answers.
 * @param overAnswers what becomes of a row there
 */
export function withDialogsOver<Row>(
  table: Readonly<Record<string, Row>>,
  overAnswers: (screen: string, row: Row) => Row = (_screen, row) => row,
): Readonly<Record<string, Row>> {
  const under = (screen: string, segment: string) =>
    screen.replace('/:event/', `/:event/${segment}/`);
  const rows = Object.entries(table)
    .flatMap(eachMethod)
    .flatMap(([screen, row]): [string, Row][] => [
      [screen, row],
      ...(OVER_PAGE.test(screen) ? [[under(screen, 'page'), row] as [string, Row]] : []),
      ...(OVER_ANSWERS.test(screen)
        ? [[under(screen, 'answers'), overAnswers(screen, row)] as [string, Row]]
        : []),
    ]);
  const byScreen = Object.fromEntries(rows);
  if (Object.keys(byScreen).length < rows.length) throw new Error('A screen stands twice.');
  return byScreen;
}
