"""Addresses of sign-in, tablets, language and the API's documentation."""

from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from casino.pages import account, accounts, approvals, devices, front, houses, operations, people, security, tablet

urlpatterns = [
    path("", front.home, name="home"),
    path("login/", front.enter, name="login"),
    path("login/code/", front.enter_code, name="login-code"),
    path("logout/", front.leave, name="logout"),
    path("password/", account.ChangePassword.as_view(), name="password"),
    path("account/", account.Account.as_view(), name="account"),
    path("account/second-factor/", account.SecondFactor.as_view(), name="second-factor"),
    path("account/second-factor/codes/", account.RenewCodes.as_view(), name="recovery-codes"),
    path("account/second-factor/remove/", account.RemoveSecondFactor.as_view(), name="second-factor-remove"),
    path("account/end/<str:mark>/", account.EndEntrance.as_view(), name="account-end"),
    path("approvals/", approvals.Approvals.as_view(), name="approvals"),
    path("houses/", houses.Houses.as_view(), name="houses"),
    path("people/", people.People.as_view(), name="people"),
    path("setup/people/", people.AddPerson.as_view(), name="setup-people"),
    path("people/<person:pk>/", accounts.Account.as_view(), name="people-account"),
    path("people/<person:pk>/roles/", accounts.ChangeRoles.as_view(), name="people-roles"),
    path("people/<person:pk>/houses/", accounts.ChangeHouses.as_view(), name="people-houses"),
    path("people/<person:pk>/password/", accounts.AskPassword.as_view(), name="people-password"),
    path("people/<person:pk>/second-factor/", accounts.AskSecondFactor.as_view(), name="people-second-factor"),
    path("people/<person:pk>/pin/", accounts.SetPin.as_view(), name="people-pin"),
    path("people/<person:pk>/sign-out/", accounts.SignOut.as_view(), name="people-sign-out"),
    path("people/<person:pk>/lock-out/", accounts.LockOut.as_view(), name="people-lock-out"),
    path("people/<person:pk>/let-in/", accounts.AskToLetIn.as_view(), name="people-let-in"),
    path("people/requests/<account_request:pk>/approve/", people.Approve.as_view(), name="account-approve"),
    path("people/requests/<account_request:pk>/decline/", people.Decline.as_view(), name="account-decline"),
    path("operations/", operations.Operations.as_view(), name="operations"),
    path("security/", security.Security.as_view(), name="security"),
    path("security/<alarm:pk>/seen/", security.See.as_view(), name="alarm-see"),
    path("awake/", front.awake, name="awake"),
    path("tablet/", tablet.Lock.as_view(), name="tablet"),
    path("tablet/enrol/", tablet.Enrol.as_view(), name="tablet-enrol"),
    path("tablet/lock/", tablet.lock, name="tablet-lock"),
    path("tablet/<person:pk>/", tablet.Unlock.as_view(), name="tablet-unlock"),
    path("tablets/", devices.Devices.as_view(), name="devices"),
    path("tablets/add/", devices.Add.as_view(), name="device-add"),
    path("tablets/<device:pk>/code/", devices.Renew.as_view(), name="device-code"),
    path("tablets/<device:pk>/revoke/", devices.Revoke.as_view(), name="device-revoke"),
    path("tablets/<device:pk>/free/<person:user>/", devices.Free.as_view(), name="device-free"),
    path("language/", front.speak, name="language"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(), name="docs"),
]
