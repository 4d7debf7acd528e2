import { dismiss, holdToast, releaseToast, showToast, type Toast, toasts } from '../state/toasts.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastMessage({ toast: { id, text, undo } }: { readonly toast: Toast }) {
  const hold = () => holdToast(id);
  const release = () => releaseToast(id);
  const back = async () => {
    const reply = await undo?.();
    dismiss(id);
    if (reply !== undefined && !reply.ok) showToast(reply.error);
  };
  return (
    <div class="toast" onPointerEnter={hold} onPointerLeave={release} onFocusIn={hold} onFocusOut={release}>
      <p class="toast-text">{text}</p>
      {undo !== undefined && <Button onPress={back}>{common.undo}</Button>}
    </div>
  );
}
