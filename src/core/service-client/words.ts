import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import type { Target } from './service-client.ts'

/** Host and port, as people know the instance. */
export function hostOf({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  return new URL(baseUrl).host
}

export function isWrite({ method }: AnyEndpoint): boolean {
  return method !== 'GET'
}

/** `expires_at` as a person reads it. */
export function fieldWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The text with exactly one full stop, or its own mark, at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
