import { createHash } from 'node:crypto'
import type { ReviewItem } from '../../../../shared/operations/review.ts'
import { accessLevelMessage } from '../../../../shared/rules/access-levels.ts'
import { itemDecisions } from '../../../../shared/rules/review.ts'
import { escapeBidiHtml } from '../../../platform/page/escape-html.ts'
import { currentLanguage, t, textOf } from '../../../platform/messages.ts'
import type { StoredPart } from './part.ts'
import { joinPieces, rowPieces } from './pieces.ts'

/** What a part's page shows besides its items. */
export interface PartPage {
  campaign: string
  /** The review's name. */
  name: string
  instance: string
  due: string | undefined
  part: StoredPart
  items: readonly ReviewItem[]
}

const style = `:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif;scroll-padding:56px 0 88px}
body{margin:0 auto;max-width:1100px;padding:16px 24px 0}
h1{margin:0 0 8px;font-size:24px}
p{margin:8px 0}
bdi{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;table-layout:fixed;margin-top:16px}
th:nth-child(1){width:22%}
th:nth-child(3){width:24%}
th:nth-child(4){width:22%}
tbody th{font-weight:600}
thead th{font-size:13px;z-index:1}
tr.done{background:color-mix(in srgb,CanvasText 5%,Canvas)}
th,td{text-align:start;vertical-align:top;padding:6px 10px;border-bottom:1px solid #8884;overflow-wrap:anywhere}
thead th{position:sticky;top:0;background:Canvas}
tr:focus-within{outline:2px solid Highlight;outline-color:light-dark(#0b57d0,#8ab4f8);outline-offset:-2px}
fieldset{border:0;margin:0;padding:0;min-width:0;display:grid;grid-template-columns:repeat(2,auto);justify-content:start;gap:4px 16px}
label{white-space:nowrap}
small{font-weight:400;color:color-mix(in srgb,CanvasText 70%,Canvas);font-size:13px}
input[type=text]{width:100%;box-sizing:border-box;font:inherit;padding:4px 6px}
footer{position:sticky;bottom:0;background:Canvas;z-index:1;border-top:1px solid #8884;padding:12px 0;display:flex;gap:16px;align-items:center;flex-wrap:wrap}
button{font:inherit;padding:6px 14px}
details{margin:16px 0 24px}
code{overflow-wrap:anywhere}
@media(max-width:700px){body{padding:12px 12px 0}th:nth-child(1),th:nth-child(4){width:20%}th:nth-child(3){width:32%}fieldset{grid-template-columns:auto}}
@media print{footer{position:static}}`

/**
 * Saves the answers, one per line. K, C, R, and M decide about the row with the focus and go to the next one, as Enter
 * does in a reason.
 */
const script = `'use strict';
const form=document.forms[0],rows=[...document.querySelectorAll('tbody tr')],status=document.getElementById('status');
let saved=true;
const decisionOf=row=>row.querySelector('input:checked')?.value;
function update(){for(const row of rows)row.classList.toggle('done',!!decisionOf(row));const done=rows.filter(decisionOf).length;status.textContent=form.dataset.progress.replace('{done}',done).replace('{all}',rows.length)}
form.addEventListener('input',event=>{saved=false;if(event.target.type!=='text')update()});
const next=row=>{const after=rows[rows.indexOf(row)+1];if(after)(after.querySelector('input:checked')??after.querySelector('input')).focus();else form.querySelector('footer button').focus()};
form.addEventListener('keydown',event=>{
  const row=event.target.closest('tbody tr');
  if(!row||event.ctrlKey||event.metaKey||event.altKey)return;
  if(event.target.type==='text'){if(event.key==='Enter'&&!event.isComposing){event.preventDefault();next(row)}return}
  const value={k:'keep',c:'change',r:'remove',m:'not_mine'}[event.key.toLowerCase()];
  if(!value)return;
  event.preventDefault();
  row.querySelector('input[value='+value+']').checked=true;saved=false;update();next(row);
});
form.addEventListener('submit',event=>{
  event.preventDefault();
  const answers=rows.filter(decisionOf).map(row=>JSON.stringify({item:row.dataset.item,decision:decisionOf(row),note:row.querySelector('input[type=text]').value.trim()}));
  const head={format:'latchkey-review-answers',version:1,campaign:form.dataset.campaign,part:form.dataset.part,hash:form.dataset.hash};
  const text=JSON.stringify(head,null,1).slice(0,-2)+',\\n "answers": [\\n'+answers.join(',\\n')+'\\n]}\\n';
  const link=document.createElement('a');
  link.href=URL.createObjectURL(new Blob([text],{type:'application/json'}));
  link.download=form.dataset.file;link.click();saved=true;
});
addEventListener('beforeunload',event=>{if(!saved)event.preventDefault()});
update();`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`

/** The kinds of items as words. */
export const kindLabel = (kind: ReviewItem['kind']) => t(`reviewPart.kind_${kind}`)

/** A page with everything in it, in which a reviewer decides without a network. */
export async function partPage(page: PartPage): Promise<string> {
  const { campaign, name, instance, due, part, items } = page
  const file = answersFile(part)
  const rows = rowPieces(items, (some) => `${some.map(row).join('\n')}\n`)
  return `<!doctype html>
<html lang="${escapeBidiHtml(currentLanguage())}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeBidiHtml(policy)}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${escapeBidiHtml(name)}</title><style>${style}</style></head>
<body><h1>${escapeBidiHtml(name)}</h1>
<p>${escapeBidiHtml(t('reviewPart.for', { name: part.name || part.email || '–', instance }))}${due ? ` ${escapeBidiHtml(t('reviewPart.due', { day: due }))}` : ''}</p>
<p>${escapeBidiHtml(t('reviewPart.how'))}</p>
<form data-campaign="${escapeBidiHtml(campaign)}" data-part="${escapeBidiHtml(part.id)}" data-hash="${escapeBidiHtml(part.hash)}" data-file="${escapeBidiHtml(file)}" data-progress="${escapeBidiHtml(t('reviewPart.progress', { done: '{done}', all: '{all}' }))}">
<table><thead><tr><th scope="col">${escapeBidiHtml(t('reviewPart.user'))}</th><th scope="col">${escapeBidiHtml(t('reviewPart.access'))}</th><th scope="col">${escapeBidiHtml(t('reviewPart.decision'))}</th><th scope="col">${escapeBidiHtml(t('reviewPart.reason'))}</th></tr></thead>
<tbody>
${await joinPieces(rows)}</tbody></table>
<footer><button>${escapeBidiHtml(t('reviewPart.save'))}</button><output id="status"></output></footer>
</form>
<details><summary>${escapeBidiHtml(t('reviewPart.sign'))}</summary><p>${escapeBidiHtml(t('reviewPart.signHow'))}</p>
<p><code>ssh-keygen -Y sign -f ~/.ssh/id_ed25519 -n latchkey-review ${escapeBidiHtml(file)}</code></p></details>
<script>${script}</script></body></html>
`
}

/** The name of the file with a reviewer's answers. */
export const answersFile = ({ id }: StoredPart) => `answers-${id.slice(0, 8)}.json`

function row(item: ReviewItem): string {
  const about = `${item.name ?? ''} @${item.username ?? ''}`.trim()
  const name = escapeBidiHtml(item.name ?? '')
  const username = escapeBidiHtml(item.username ?? '')
  const who = `<bdi>${name}</bdi><br><small><bdi>@${username}</bdi></small>`
  const details = [
    item.title,
    item.level === null ? '' : textOf(accessLevelMessage(item.level)),
    item.origin ? t('reviewPart.from', { origin: item.origin }) : '',
    item.expires_at ? t('reviewPart.expires', { day: item.expires_at.slice(0, 10) }) : '',
  ].filter(Boolean)
  const id = escapeBidiHtml(item.id)
  const choices = itemDecisions.map(
    (decision) =>
      `<label><input type="radio" name="${id}" value="${decision}"> ${escapeBidiHtml(t(`reviewPart.decision_${decision}`))}</label>`,
  )
  const label = escapeBidiHtml(`${about}: ${kindLabel(item.kind)} ${item.title}`)
  return `<tr data-item="${id}"><th scope="row">${who}</th><td><small>${escapeBidiHtml(kindLabel(item.kind))}</small><br><bdi>${details.map(escapeBidiHtml).join('</bdi> · <bdi>')}</bdi></td><td><fieldset aria-label="${label}">${choices.join('')}</fieldset></td><td><input type="text" maxlength="1000" aria-label="${escapeBidiHtml(t('reviewPart.reasonFor', { item: `${about} ${item.title}` }))}"></td></tr>`
}
