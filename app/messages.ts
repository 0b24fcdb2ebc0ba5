/**
 * What notifications say (B6, section 8 of the specification), in one place. An error's title is
 * shown after 'Error: '. Where the specification shows no wording, this follows its style (marked
 * 'own').
 */
export const messages = {
  memberCreated: { title: 'Mitglied', message: 'Mitglied erstellt.' }, // own
  memberCreateFailed: { title: 'Mitglied', message: 'Mitglied erstellen ist fehlgeschlagen.' }, // own
  memberSaved: { title: 'Mitglied', message: 'Mitglied gespeichert.' }, // own
  memberSaveFailed: { title: 'Mitglied', message: 'Fehler beim speichern des Mitglieds.' }, // own
  memberDeleted: { title: 'Mitglied', message: 'Mitglied gelöscht.' }, // own
  memberDeleteFailed: { title: 'Mitglied', message: 'Fehler beim löschen des Mitglieds.' }, // own
  membersLoadFailed: { title: 'Mitglieder', message: 'Fehler beim laden der Mitglieder.' }, // own
  memberLoadFailed: { title: 'Mitglied', message: 'Fehler beim laden des Mitglieds.' }, // own

  // E8
  eventCreated: { title: 'Veranstaltung', message: 'Veranstaltung erstellt.' }, // own
  eventCreateFailed: {
    title: 'Veranstaltung',
    message: 'Veranstaltung erstellen ist fehlgeschlagen.',
  },
  eventSaved: { title: 'Veranstaltung', message: 'Veranstaltung gespeichert.' }, // own
  eventSaveFailed: { title: 'Veranstaltung', message: 'Fehler beim speichern der Veranstaltung.' },
  eventDeleted: { title: 'Veranstaltung', message: 'Veranstaltung gelöscht.' }, // own
  eventDeleteFailed: { title: 'Veranstaltung', message: 'Fehler beim löschen der Veranstaltung.' },
  eventsLoadFailed: { title: 'Veranstaltungen', message: 'Fehler beim laden der Veranstaltungen.' }, // own
  eventLoadFailed: { title: 'Veranstaltung', message: 'Fehler beim laden der Veranstaltung.' }, // own
  eventRegistered: { title: 'Veranstaltung', message: 'Sie sind angemeldet.' }, // own
  eventRegisterFailed: {
    title: 'Veranstaltung',
    message: 'Fehler beim Anmelden zur Veranstaltung.',
  },
  eventUnregistered: { title: 'Veranstaltung', message: 'Sie sind abgemeldet.' }, // own
  eventUnregisterFailed: {
    title: 'Veranstaltung',
    message: 'Fehler beim Abmelden der Veranstaltung.',
  },
  participantsSaved: { title: 'Teilnehmer', message: 'Teilnehmer gespeichert.' }, // own
  participantsSaveFailed: { title: 'Teilnehmer', message: 'Fehler beim speichern der Teilnehmer.' }, // own
  participantsLoadFailed: { title: 'Teilnehmer', message: 'Fehler beim laden der Teilnehmer.' }, // own

  pollCreated: { title: 'Umfrage', message: 'Umfrage erstellt.' }, // own
  pollCreateFailed: { title: 'Umfrage', message: 'Umfrage erstellen ist fehlgeschlagen.' }, // own
  pollDeleted: { title: 'Umfrage', message: 'Umfrage gelöscht.' }, // own
  pollDeleteFailed: { title: 'Umfrage', message: 'Löschen der Umfrage fehlgeschlagen.' },
  pollClosed: { title: 'Umfrage', message: 'Umfrage geschlossen.' }, // own
  pollCloseFailed: { title: 'Umfrage', message: 'Schliessen der Umfrage fehlgeschlagen.' },
  pollOpened: { title: 'Umfrage', message: 'Umfrage wieder geöffnet.' }, // own
  pollOpenFailed: { title: 'Umfrage', message: 'Öffnen der Umfrage fehlgeschlagen.' }, // own
  pollsLoadFailed: { title: 'Umfragen', message: 'Fehler beim laden der Umfragen.' }, // own
  pollLoadFailed: { title: 'Umfrage', message: 'Fehler beim laden der Umfrage.' }, // own
  answerSaved: { title: 'Umfrage', message: 'Antwort eingetragen.' }, // own
  answerFailed: { title: 'Umfrage', message: 'Fehler beim eintragen der Antwort.' }, // own
  answerRemoved: { title: 'Umfrage', message: 'Antwort entfernt.' }, // own
  answerRemoveFailed: { title: 'Umfrage', message: 'Fehler beim entfernen der Antwort.' },
} as const;
