export const security = {
  'security.switchRefused':
    'Latchkey doesn’t start with {name}, because others could control it. Start it without {name}.',
}
