/**
 * The product's logo, 72 by 72 pixels, as a part of each mail, so that programs show it without
 * loading a file. `cid` is its address within the mail.
 */
export const LOGO = {
  cid: 'logo@vereinsheim',
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEgAAABIBAMAAACnw650AAAAGFBMVEUcZkM8fF1dkXZ9p5CevKq+0sTf593//fcS4mvA' +
      'AAAAuUlEQVR42u3SsQrCMBSF4VRF13awDxBEX6OVQNZsWQV9AKmh5/UlImqahHuHCoI5U4aP/m2oEGV/Nn3iIFczEMae' +
      'gYBLzUCOgc6MXD/XFcyFKjvQaA90lFkCGKlbsgBABFs81lExUEH7RLiRMT+TM4u3yQf1B8oFWwQzVCwb1BOUCm4RzdAP' +
      'AlyE1jGKf6wKh5AMSLx5swnRtUndwRSJLHJSSqkp9PrSgr6OVkopdfSnnT91oqzsx3cHjWevoRMzxroAAAAASUVORK5C' +
      'YII=',
    'base64',
  ),
} as const;
