/** An instance’s display name: host, port and subfolder, without the scheme. */
export function instanceName(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  return url ? `${url.host}${url.pathname}`.replace(/\/$/, '') : baseUrl
}
