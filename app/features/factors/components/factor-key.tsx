import { buttonLook } from '~/ui/button';
import { CopyField } from '~/ui/copy-field';
import { QrImage } from '~/ui/qr-image';

type FactorKeyProps = {
  /** In groups of four. */
  text: string;
  /** otpauth://… */
  uri: string;
  qr: { size: number; path: string };
};

/** The key for the app, in the three ways that apps take one (T3). */
export function FactorKey({ text, uri, qr }: FactorKeyProps) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-5">
      <p>
        Sind Sie am Computer? Dann öffnen Sie auf dem Handy Ihre Authenticator-App, fügen Sie dort
        ein neues Konto hinzu und scannen Sie diesen QR-Code. Sind Sie schon am Handy, tippen Sie
        auf den Knopf darunter.
      </p>
      <QrImage {...qr} label="QR-Code mit dem Schlüssel">
        Mit der Authenticator-App scannen, nicht mit der Kamera.
      </QrImage>
      <a className={buttonLook()} href={uri}>
        In der App auf diesem Gerät öffnen
      </a>
      <div className="w-full">
        <CopyField label="Oder geben Sie in der App diesen Schlüssel ein" value={text} />
      </div>
    </div>
  );
}
