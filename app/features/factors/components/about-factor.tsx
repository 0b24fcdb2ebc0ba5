/** What a second factor is, for people who have never heard of it. */
export function AboutFactor() {
  return (
    <div className="grid max-w-prose gap-3">
      <p>
        Mit einem zweiten Faktor reicht Ihr Passwort allein nicht mehr, um sich anzumelden: Dazu
        kommt ein Code, den eine App auf Ihrem Handy alle 30 Sekunden neu anzeigt. Wer Ihr Passwort
        errät oder stiehlt, kommt damit nicht in Ihr Konto.
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
