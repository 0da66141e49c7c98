import type { avatarTypes } from '../../../shared/operations/avatars.ts'
import { pictureType } from '../../../shared/rules/picture-type.ts'
import { longestSide } from './picture-size.ts'

export type AvatarType = (typeof avatarTypes)[number]

/** An avatar's image type, detected from its bytes; undefined for types that GitLab doesn't accept. */
export function avatarType(bytes: Uint8Array): AvatarType | undefined {
  const type = pictureType(bytes)
  return type === 'image/avif' ? undefined : type
}

/**
 * Maximum width and height in pixels. GitLab shows avatars at up to 960 pixels, but a few kilobytes can decode to
 * gigabytes.
 */
const maxSide = 2000

/** An image as a `data:` URL; null for anything else, and for an image that is too large to decode. */
export function toDataUrl(bytes: Uint8Array): string | null {
  const type = avatarType(bytes)
  // guard: picture-pixels
  if (!type || longestSide(bytes, type) > maxSide) return null
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
