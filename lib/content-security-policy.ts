export interface CspSettings {
  NODE_ENV: string;
  S3_ENDPOINT: string;
  S3_PUBLIC_ENDPOINT?: string | undefined;
}

/**
 * What a page may load. Scripts run by the nonce of their request only; pictures come from the portal and, after its
 * redirects, from the store, which the browser also uploads to.
 */
export function contentSecurityPolicy(nonce: string, settings: CspSettings): string {
  const store = new URL(settings.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT).origin;
  // React's development build makes its stack traces with eval; the production build does not.
  const development = settings.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    // React renders the style property of an element as an attribute.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${store}`,
    `connect-src 'self' ${store}`,
    "font-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
