import type { Answer } from '~/features/events/rules/answering';
import { IconCheckCircle } from '~/ui/icons';

/** What somebody has answered, or the question; a yes has its sign. */
export function AnswerTitle({ answer, title }: { answer: Answer | null; title: string }) {
  return (
    <h2 className="flex items-center gap-2 text-lg">
      {answer === 'yes' && (
        <span className="text-green">
          <IconCheckCircle />
        </span>
      )}
      {title}
    </h2>
  );
}
