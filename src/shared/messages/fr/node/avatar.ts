import type { avatar as english } from '../../en/node/avatar.ts'

export const avatar: Record<keyof typeof english, string> = {
  'avatar.notAnImage': 'n’est pas une image acceptée par GitLab',
  'avatar.otherType': 'contient {found}',
  'avatar.refusedFormat': '{filename} n’est pas une image acceptée par GitLab.',
  'avatar.refusedHint':
    'Choisissez une image PNG, JPEG, GIF, WebP ou BMP de 200 Kio au plus. Rien n’a été envoyé.',
  'avatar.refusedSize': '{filename} dépasse 200 Kio.',
  'avatar.refusedType': '{filename} est annoncé comme {type}, mais contient {found}.',
  'avatar.tooLarge': 'dépasse 200 Kio',
}
