export const common = {
  'common.unknownMessage': 'Details are not available in this version.',
}
