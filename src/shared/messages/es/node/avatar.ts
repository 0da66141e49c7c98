import type { avatar as english } from '../../en/node/avatar.ts'

export const avatar: Record<keyof typeof english, string> = {
  'avatar.notAnImage': 'no es una imagen que GitLab acepte',
  'avatar.otherType': 'contiene {found}',
  'avatar.refusedFormat': '{filename} no es una imagen que GitLab acepte.',
  'avatar.refusedHint':
    'Elija una imagen PNG, JPEG, GIF, WebP o BMP de como máximo 200 KiB. No se envió nada.',
  'avatar.refusedSize': '{filename} pesa más de 200 KiB.',
  'avatar.refusedType': '{filename} indica el tipo {type}, pero contiene {found}.',
  'avatar.tooLarge': 'pesa más de 200 KiB',
}
