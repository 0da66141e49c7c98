import { expect, it } from 'vitest'
import { publicKeyCommand } from './public-key-command.ts'

it.each([
  ['~/.ssh/id_ed25519', 'ssh-keygen -y -f ~/.ssh/id_ed25519 > ~/.ssh/id_ed25519.pub'],
  ['~/.ssh/my key', "ssh-keygen -y -f ~/.ssh/'my key' > ~/.ssh/'my key'.pub"],
  ['~/.ssh/a;b$(c)', "ssh-keygen -y -f ~/.ssh/'a;b$(c)' > ~/.ssh/'a;b$(c)'.pub"],
  ["/srv/it's", "ssh-keygen -y -f /srv/'it'\\''s' > /srv/'it'\\''s'.pub"],
])('quotes the file name as a single word for %s', (file, command) => {
  expect(publicKeyCommand(file)).toBe(command)
})
