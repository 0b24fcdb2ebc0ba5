import type { useNavigate } from '@remix-run/react';

/** The part of Remix's router that is used outside components. */
interface Router {
  readonly navigate: ReturnType<typeof useNavigate>;
  readonly state: {
    readonly loaderData: { readonly shell?: { readonly active: { readonly uuid: string } | null } };
    readonly navigation: { readonly formMethod?: string };
  };
}

/** In the browser only. */
export const router = () => (window as unknown as { __remixRouter: Router }).__remixRouter;

/**
 * The organisation whose screen this tab shows; '' while a form leads on, which may have chosen
 * another. In the browser only.
 */
export function clubOnScreen(): string {
  const { loaderData, navigation } = router().state;
  return (navigation.formMethod !== 'POST' && loaderData.shell?.active?.uuid) || '';
}
