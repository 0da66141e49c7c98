import { localDay } from './local-day.ts'

/**
 * The name of an exported file without its extension. Contains the instance with its port, and the user, because another
 * account's export of the same day must not replace it.
 */
export function exportName(
  kind: string,
  { instance, username }: { instance: string; username: string },
  at: number,
): string {
  const place = instance.replace(/^https?:\/\//, '').replace(/\/+$/, '')
  const parts = [place, username].map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, '-'))
  return [kind, ...parts.filter(Boolean), localDay(at)].join('-')
}

/** The name of a file that an account exports. */
export function accountExportName(
  kind: string,
  { baseUrl, user }: { baseUrl: string; user: { username: string } },
  at: number,
): string {
  return exportName(kind, { instance: baseUrl, username: user.username }, at)
}
