/** What someone without a member record is told, where they would answer (F5, as E7). */
export const NO_MEMBER =
  'Ihr Benutzerkonto ist mit keinem Mitglied verknüpft. Bitten Sie die Administration Ihrer Organisation um eine ' +
  'Einladung zu Ihrem Mitglied.';

/**
 * Said before one answers, since calls show it to every member, and the administration to editors.
 */
export const ANSWERS_ARE_VISIBLE = 'Alle im Verein können sehen, wer was ausgewählt hat.';
