import { keepRedirect } from '~/features/accounts/redirect';
import { loginPath } from '~/paths/accounts';
import { answerPath } from '~/paths/invitations';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';

/**
 * The link was used, revoked or replaced, or is too old (C5).
 * @param code of the link, for visitors who are not logged in: they may have used it themselves
 */
export function InvalidCode({ code }: { code?: string }) {
  return (
    <>
      <Banner tone="danger" title="Ungültiger Einladungscode." alert={code !== undefined}>
        <p>
          Der Link wurde schon benutzt, widerrufen oder ersetzt, oder er ist abgelaufen. Bitten Sie
          Ihren Verein um einen neuen.
        </p>
      </Banner>
      {code === undefined ? (
        <p>
          <ButtonLink to={homePath} variant="primary">
            Zur Übersicht
          </ButtonLink>
        </p>
      ) : (
        <>
          <p>Haben Sie die Einladung selbst schon angenommen? Dann loggen Sie sich einfach ein.</p>
          <ButtonLink to={keepRedirect(loginPath, answerPath(code))} variant="primary">
            Zum Einloggen
          </ButtonLink>
        </>
      )}
    </>
  );
}
