import { Rooms } from './rooms.tsx';

export default () => <Rooms look="links" fitted={false} />;
