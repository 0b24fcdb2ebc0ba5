import { useId } from 'react';
import { ButtonRow, buttonLook } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
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
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-5">
      <ButtonRow>
        <a className={buttonLook()} href={uri}>
          In der App auf diesem Gerät öffnen
        </a>
      </ButtonRow>
      <p>
        Am Computer öffnen Sie stattdessen auf dem Handy Ihre Authenticator-App, fügen dort ein
        neues Konto hinzu und scannen diesen QR-Code.
      </p>
      <QrImage {...qr} label="QR-Code mit dem Schlüssel">
        Mit der Authenticator-App scannen, nicht mit der Kamera.
      </QrImage>
      <div className="grid gap-2">
        <p className="font-semibold">Oder geben Sie in der App diesen Schlüssel ein:</p>
        {/* All of it in sight, so that it can be typed. */}
        <p id={id} className="font-mono wrap-anywhere">
          {text}
        </p>
        <ButtonRow>
          <CopyButton of={id} value={text}>
            Schlüssel kopieren
          </CopyButton>
        </ButtonRow>
      </div>
    </div>
  );
}
