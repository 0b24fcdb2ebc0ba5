/** What a second factor is, for people who have never heard of it. */
export function AboutFactor() {
  return (
    <div className="grid max-w-prose gap-3">
      <p>
        Nach dem Passwort geben Sie noch einen Code ein, den eine App auf Ihrem Handy alle 30
        Sekunden neu anzeigt. Wer nur Ihr Passwort kennt, kommt damit nicht in Ihr Konto.
      </p>
      <p>
        Sie brauchen dafür eine Authenticator-App. Auf neueren iPhones ist schon eine dabei: Sie
        heißt „Passwörter“. Auf anderen Handys installieren Sie zuerst eine, zum Beispiel Aegis,
        2FAS, Google Authenticator oder Microsoft Authenticator. Alle sind kostenlos, und jede ist
        geeignet.
      </p>
      <p>
        Und wenn das Handy verloren geht? Gleich nach dem Einrichten bekommen Sie zehn
        Wiederherstellungscodes. Mit jedem davon können Sie sich einmal ohne die App einloggen.
      </p>
    </div>
  );
}
