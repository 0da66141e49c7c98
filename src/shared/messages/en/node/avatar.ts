export const avatar = {
  'avatar.notAnImage': 'isn’t an image that GitLab accepts',
  'avatar.otherType': 'contains {found}',
  'avatar.refusedFormat': '{filename} isn’t an image that GitLab accepts.',
  'avatar.refusedHint':
    'Choose a PNG, JPEG, GIF, WebP, or BMP image of at most 200 KiB. Nothing was sent.',
  'avatar.refusedSize': '{filename} is larger than 200 KiB.',
  'avatar.refusedType': '{filename} is labeled {type} but contains {found}.',
  'avatar.tooLarge': 'is larger than 200 KiB',
}
