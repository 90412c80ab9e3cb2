import pytest

from tests.systemd.fake_system import FakeSystem, installed


def test_only_missing_packages_of_the_system_are_installed(system: FakeSystem) -> None:
    installed(system)
    assert not any(call.startswith("apt-get") for call in system.calls)
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libgbm1\n", ""))
    assert system.run("install").returncode == 0
    update, install = [call for call in system.calls if call.startswith("apt-get")]
    assert update.startswith("apt-get update")
    assert install.endswith("--no-install-recommends libgbm1")


def test_what_only_the_new_lists_of_packages_know_is_installed_too(system: FakeSystem) -> None:
    (system.folder / "installed").write_text("")
    (system.folder / "archive").write_text("libasound2t64\npython3-lgpio\n")
    installed(system)
    assert [call for call in system.calls if call.endswith("libasound2t64 python3-lgpio")]


def test_without_a_network_the_way_without_one_is_told(system: FakeSystem) -> None:
    (system.folder / "no-network").touch()
    result = system.run("install")
    assert result.returncode == 1
    assert "without a network take a bundle" in result.stderr.splitlines()[-1]
    (system.folder / "installed").write_text("")
    result = system.run("install")
    assert result.returncode == 1
    assert "without a network take a bundle" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("release", ["libasound2", "libasound2t64"], ids=["bookworm", "trixie"])
def test_the_sound_library_has_the_name_that_the_release_gives_it(system: FakeSystem, release: str) -> None:
    names = (system.folder / "installed").read_text()
    (system.folder / "installed").write_text(names.replace("libasound2t64\n", ""))
    (system.folder / "known").write_text(release + "\n")
    installed(system)
    assert [call.split()[-1] for call in system.calls if call.startswith("apt-get install")] == [release]


def test_where_the_system_has_lgpio_it_is_taken_from_there(system: FakeSystem) -> None:
    (system.folder / "known").write_text("python3-lgpio\n")
    installed(system)
    assert any(call.endswith("--no-install-recommends python3-lgpio") for call in system.calls)
    assert any(call.startswith("python3 -m venv --system-site-packages") for call in system.calls)


def test_from_a_bundle_nothing_is_asked_of_a_network(system: FakeSystem) -> None:
    bundle = system.bundle()
    assert system.run("install", "--bundle", bundle).returncode == 0
    calls = [call for call in system.calls if call.startswith("pip")]
    assert calls
    assert all(f"--no-index --find-links {bundle}/wheels" in call for call in calls)
    assert not any(call.startswith("apt-get") for call in system.calls)


def test_with_an_older_bundle_the_game_itself_is_of_this_clone_all_the_same(system: FakeSystem) -> None:
    bundle = system.bundle()
    assert system.run("install", "--bundle", bundle).returncode == 0
    system.change()
    assert system.run("upgrade", "--bundle", bundle).returncode == 0
    assert any(call.endswith(f"{system.source}[pi]") for call in system.calls)


@pytest.mark.parametrize("made_for", ["Python 3.11 on aarch64", "Python 3.13 on x86_64"])
def test_a_bundle_for_another_system_is_refused_with_how_to_make_one(
    system: FakeSystem, made_for: str
) -> None:
    result = system.run("install", "--bundle", system.bundle(made_for))
    assert result.returncode == 1
    assert f"it is for {made_for}, and here is Python 3.13 on aarch64" in result.stderr
    assert 'make bundle ARGS="--python 3.13 --machine aarch64"' in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_a_folder_that_is_no_bundle_is_refused(system: FakeSystem) -> None:
    result = system.run("install", "--bundle", str(system.folder))
    assert result.returncode == 1
    assert "this is no bundle" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_a_bundle_without_the_systems_packages_says_what_is_missing(system: FakeSystem) -> None:
    (system.folder / "installed").write_text("")
    result = system.run("install", "--bundle", system.bundle())
    assert result.returncode == 1
    assert "make bundle" in result.stderr
    assert "libgbm1" in result.stderr
    assert system.files().keys() == {"etc/passwd"}


def test_on_a_32_bit_system_the_pins_libraries_are_the_systems(system: FakeSystem) -> None:
    result = system.run("install", ARCHITECTURE="armhf")
    assert result.returncode == 0
    assert "32 bit is not tested" in result.stdout
    (packages,) = [call for call in system.calls if call.startswith("apt-get install")]
    assert "python3-gpiozero python3-libgpiod" in packages
    (pip,) = [call for call in system.calls if call.startswith("pip")]
    assert pip.endswith(str(system.source))


@pytest.mark.parametrize("there", [False, True])
def test_a_32_bit_system_without_the_usual_way_to_the_pins_is_told_of_another(
    system: FakeSystem, there: bool
) -> None:
    (system.folder / "module").write_text("gpiod" if there else "")
    assert ("--pins lgpio" in system.run("install", ARCHITECTURE="armhf").stdout) is not there


def test_there_is_no_bundle_for_32_bit(system: FakeSystem) -> None:
    result = system.run("install", "--bundle", system.bundle("Python 3.13 on armhf"), ARCHITECTURE="armhf")
    assert result.returncode == 1
    assert "no bundles for 32 bit" in result.stderr
