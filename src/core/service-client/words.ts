import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import type { Target } from './service-client.ts'

/** Host and port, as people know the instance. */
export function hostOf({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  return new URL(baseUrl).host
}

export function isWrite({ method }: AnyEndpoint): boolean {
  return method !== 'GET'
}

/** `expires_at`, `user_detail.bio` or `baseUrl` as a person reads it. */
export function fieldWords(name: string): string {
  const parts = name.split('.').filter((part) => !/^\d*$/.test(part))
  const words = (parts.at(-1) ?? 'This')
    .replace(
      /([a-z\d])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll('_', ' ')
    .trim()
    .replace(/\b(id|url|ssh|gpg|ip|sha256)\b/g, (short) => short.toUpperCase())
  return capital(words)
}

/** The text with its first letter as that of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text with exactly one full stop, or its own mark, at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
