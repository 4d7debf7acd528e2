import type { EscalationPolicy } from '../../../api/records.ts';
import type { Answered } from '../../../api/rest.ts';
import { ConfirmButton } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PolicyEditor, type ReachScope } from './editor.tsx';

interface Texts {
  readonly inherited: (name: string) => string;
  readonly ownPolicy: (name: string) => string;
  readonly inheritAgain: string;
  readonly inheritTitle: string;
  readonly inheritHint: (name: string) => string;
}

/** The policy of a ward or a resident: a separate one, or the one that they inherit. */
export function InheritablePolicy({
  name,
  text,
  policy,
  reach,
  save,
  remove,
  onRemoved,
}: {
  readonly name: string;
  readonly text: Texts;
  readonly policy: EscalationPolicy & { readonly inherited: boolean };
  readonly reach: ReachScope;
  readonly save: (policy: EscalationPolicy) => Promise<Answered<unknown>>;
  readonly remove: () => Promise<Answered<unknown>>;
  readonly onRemoved: () => unknown;
}) {
  return (
    <>
      <Notice>{(policy.inherited ? text.inherited : text.ownPolicy)(name)}</Notice>
      {!policy.inherited && (
        <div class="page-actions">
          <ConfirmButton
            title={text.inheritTitle}
            confirm={text.inheritAgain}
            act={remove}
            onDone={onRemoved}
          >
            <p>{text.inheritHint(name)}</p>
          </ConfirmButton>
        </div>
      )}
      <PolicyEditor policy={policy} save={save} reach={reach} />
    </>
  );
}
