/** What the form for a new account says below its button. */
export function PrivacyNotice({ url }: { url: string | undefined }) {
  return (
    <p className="text-sm text-muted">
      Mit dem Erstellen des Benutzerkontos nehmen Sie die <a href={url}>Datenschutzerklärung</a> zur
      Kenntnis.
    </p>
  );
}
