/** What whoever opens an account is told below the button. */
export function PrivacyNotice({ url }: { url: string | undefined }) {
  return (
    <p>
      Mit dem Erstellen des Benutzerkontos nehmen Sie die <a href={url}>Datenschutzerklärung</a> zur
      Kenntnis.
    </p>
  );
}
