import type { avatar as english } from '../../en/node/avatar.ts'

export const avatar: Record<keyof typeof english, string> = {
  'avatar.notAnImage': 'ist kein Bild, das GitLab akzeptiert',
  'avatar.otherType': 'enthält {found}',
  'avatar.refusedFormat': '{filename} ist kein Bild, das GitLab akzeptiert.',
  'avatar.refusedHint':
    'Wählen Sie ein PNG-, JPEG-, GIF-, WebP- oder BMP-Bild mit höchstens 200 KiB. Es wurde nichts gesendet.',
  'avatar.refusedSize': '{filename} ist größer als 200 KiB.',
  'avatar.refusedType': '{filename} ist als {type} gekennzeichnet, enthält aber {found}.',
  'avatar.tooLarge': 'ist größer als 200 KiB',
}
