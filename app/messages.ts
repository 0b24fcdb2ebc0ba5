/**
 * What notifications say (B6, section 8 of the specification), in one place. An error's title is
 * shown after 'Error: '. Where the specification shows no wording, this follows its style (marked
 * 'own').
 */
export const messages = {
  registrationFailed: { title: 'Registrierung', message: 'Fehler beim registrieren.' },
  confirmationCodeUnknown: {
    title: 'Validierung fehlgeschlagen',
    message: 'Validierungscode wurde nicht gefunden.',
  },
  confirmationFailed: { title: 'Registrierung', message: 'Fehler beim senden der Bestätigung.' }, // own
  confirmationSent: {
    title: 'E-Mail',
    message: 'Falls noch eine Bestätigung aussteht, wurde sie verschickt.',
  }, // own
  loginFailed: { title: 'Anmeldung', message: 'Anmelden fehlgeschlagen.' }, // own
  logoutFailed: { title: 'Abmeldung', message: 'Abmelden fehlgeschlagen.' },
  passwordResetRequestFailed: { title: 'Passwort', message: 'Fehler beim versenden der E-Mail.' }, // own
  passwordResetFailed: {
    title: 'Passwort',
    message: 'Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.',
  },

  organizationSaved: { title: 'Organisation', message: 'Daten der Organisation gespeichert.' }, // own
  organizationSaveFailed: { title: 'Organisation', message: 'Fehler beim speichern der Daten.' }, // own
  organizationLoadFailed: { title: 'Organisation', message: 'Fehler beim laden der Daten.' },
  organizationFounded: { title: 'Organisation', message: 'Organisation erstellt.' }, // own
  organizationFoundFailed: {
    title: 'Organisation',
    message: 'Organisation erstellen ist fehlgeschlagen.',
  }, // own
  organizationSelectFailed: {
    title: 'Organisation',
    message: 'Fehler beim wechseln der Organisation.',
  }, // own
  organizationDeleted: { title: 'Organisation', message: 'Organisation gelöscht.' }, // own
  organizationDeleteFailed: {
    title: 'Organisation',
    message: 'Fehler beim löschen der Organisation.',
  }, // own

  memberCreated: { title: 'Mitglied', message: 'Mitglied erstellt.' }, // own
  memberCreateFailed: { title: 'Mitglied', message: 'Mitglied erstellen ist fehlgeschlagen.' }, // own
  memberSaved: { title: 'Mitglied', message: 'Mitglied gespeichert.' }, // own
  memberSaveFailed: { title: 'Mitglied', message: 'Fehler beim speichern des Mitglieds.' }, // own
  memberDeleted: { title: 'Mitglied', message: 'Mitglied gelöscht.' }, // own
  memberDeleteFailed: { title: 'Mitglied', message: 'Fehler beim löschen des Mitglieds.' }, // own
  membersLoadFailed: { title: 'Mitglieder', message: 'Fehler beim laden der Mitglieder.' }, // own
  memberLoadFailed: { title: 'Mitglied', message: 'Fehler beim laden des Mitglieds.' }, // own

  invitationCreateFailed: {
    title: 'Einladung',
    message: 'Einladung erstellen ist fehlgeschlagen.',
  }, // own
  invitationRevoked: { title: 'Einladung', message: 'Einladung widerrufen.' }, // own
  invitationRevokeFailed: { title: 'Einladung', message: 'Fehler beim widerrufen der Einladung.' }, // own
  invitationSent: { title: 'Einladung', message: 'Einladung per E-Mail verschickt.' }, // own
  invitationSendFailed: { title: 'Einladung', message: 'Fehler beim versenden der Einladung.' }, // own
  invitationAccepted: { title: 'Einladung', message: 'Einladung angenommen.' }, // own
  invitationAcceptFailed: { title: 'Einladung', message: 'Fehler beim akzeptieren der Einladung.' }, // own
  invitationRejected: { title: 'Einladung', message: 'Einladung abgelehnt.' }, // own
  invitationRejectFailed: { title: 'Einladung', message: 'Fehler beim ablehnen der Einladung.' }, // own

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

  permissionSaved: { title: 'Berechtigungen', message: 'Berechtigungen gespeichert.' }, // own
  permissionSaveFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim speichern der Berechtigungen.',
  },
  permissionLoadFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim laden der Berechtigungen.',
  }, // own
  userRemoved: { title: 'Organisation', message: 'Benutzer aus der Organisation entfernt.' }, // own
  userRemoveFailed: {
    title: 'Organisation',
    message: 'Fehler beim entfernen des Benutzers aus der Organisation.',
  },

  accountSaved: { title: 'Konto', message: 'Änderungen gespeichert.' }, // own
  accountSaveFailed: { title: 'Konto', message: 'Fehler beim speichern der Änderungen.' }, // own
  emailChangeRequested: {
    title: 'Konto',
    message: 'Eine E-Mail zur Bestätigung wurde verschickt.',
  }, // own
  passwordChanged: {
    title: 'Konto',
    message: 'Passwort geändert. Andere Sitzungen wurden beendet.',
  }, // own
  sessionEnded: { title: 'Konto', message: 'Sitzung beendet.' }, // own
  otherSessionsEnded: { title: 'Konto', message: 'Alle anderen Sitzungen beendet.' }, // own
  sessionEndFailed: { title: 'Konto', message: 'Fehler beim beenden der Sitzung.' }, // own
  organizationLeft: { title: 'Organisation', message: 'Organisation verlassen.' }, // own
  organizationLeaveFailed: {
    title: 'Organisation',
    message: 'Fehler beim verlassen der Organisation.',
  }, // own
  accountDeleted: { title: 'Konto', message: 'Ihr Konto wurde gelöscht.' }, // own
  accountDeleteFailed: { title: 'Konto', message: 'Fehler beim löschen des Kontos.' }, // own
} as const;
